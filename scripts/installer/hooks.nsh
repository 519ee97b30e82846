; What Fielddesk's installer for Windows does beside tauri's own: per person, without an administrator.
;
; The uninstaller asks about data by tauri's check box (`$DeleteAppDataCheckboxState`); unchecked, and in an update,
; all of it stays.

; Adds the folder of the programs to the person's PATH, or takes it out. By .NET and not by NSIS, whose strings end after
; 1,024 characters and would cut a long PATH. Variables inside PATH stay variables. The folder comes by the
; environment: in the text, a quote in a person's name would end it.
!macro FIELDDESK_PATH SELECT
  System::Call 'kernel32::SetEnvironmentVariable(t "FIELDDESK_FOLDER", t "$INSTDIR")'
  nsExec::Exec `powershell.exe -NoProfile -NonInteractive -Command "$$f = $$env:FIELDDESK_FOLDER; \
    $$k = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment'); \
    $$p = @($$k.GetValue('Path', '', 'DoNotExpandEnvironmentNames') -split ';' | Where-Object { $$_ -and $$_ -ne $$f }); \
    $$k.SetValue('Path', (${SELECT} -join ';'), 'ExpandString')"`
  Pop $0
  ${If} $0 != 0
    DetailPrint "The PATH was not changed ($0): fieldctl is in $INSTDIR"
  ${EndIf}
  ; Consoles that are opened from now on see it.
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

!macro NSIS_HOOK_PREINSTALL
  ; Tauri's default is where Fielddesk keeps its data: programs go beside the person's other programs.
  ${If} $INSTDIR == "$LOCALAPPDATA\${PRODUCTNAME}"
    StrCpy $INSTDIR "$LOCALAPPDATA\Programs\${PRODUCTNAME}"
    SetOutPath $INSTDIR
  ${EndIf}
  ; A running program cannot be replaced.
  !insertmacro CheckIfAppIsRunning "$INSTDIR\fieldctl.exe" "fieldctl"
  !insertmacro CheckIfAppIsRunning "$INSTDIR\fieldservice.exe" "fieldservice"
!macroend

!macro NSIS_HOOK_POSTINSTALL
  ; "Send to" of the Explorer, with all files that are chosen there.
  CreateShortCut "$SENDTO\${PRODUCTNAME}.lnk" "$INSTDIR\fielddesk.exe" "--upload"
  !insertmacro FIELDDESK_PATH "(@($$p) + $$f)"
!macroend

!macro NSIS_HOOK_PREUNINSTALL
  !insertmacro CheckIfAppIsRunning "$INSTDIR\fieldctl.exe" "fieldctl"
  !insertmacro CheckIfAppIsRunning "$INSTDIR\fieldservice.exe" "fieldservice"
!macroend

!macro NSIS_HOOK_POSTUNINSTALL
  ${If} $UpdateMode <> 1
    Delete "$SENDTO\${PRODUCTNAME}.lnk"
    !insertmacro FIELDDESK_PATH "$$p"
    ${If} $DeleteAppDataCheckboxState = 1
      RMDir /r "$LOCALAPPDATA\${PRODUCTNAME}"
    ${EndIf}
  ${EndIf}
!macroend
