//! Facts that Windows gives of a file or folder beyond the standard library: ids and change times,
//! a listing's in bulk. The one place with a foreign call; the answers are read as bytes.

#![expect(unsafe_code, reason = "the standard library has no such call")]

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::windows::ffi::OsStringExt as _;
use std::os::windows::io::AsRawHandle as _;

use windows_sys::Win32::Foundation::{
    ERROR_INVALID_FUNCTION, ERROR_INVALID_LEVEL, ERROR_INVALID_PARAMETER, ERROR_NO_MORE_FILES,
    ERROR_NOT_SUPPORTED,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_INFO_BY_HANDLE_CLASS, FileBasicInfo, FileIdBothDirectoryInfo, FileIdInfo,
    GetFileInformationByHandleEx,
};

/// Room for one answer of a listing, in eights of bytes: some hundred entries.
const LISTING_WORDS: usize = 8 * 1024;

/// An entry of a listing.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) name: OsString,
    pub(super) attributes: u32,
    /// Tag of a reparse point; meaningless for other files.
    pub(super) tag: u32,
    pub(super) size: u64,
    /// In steps of 100 ns since 1601, as the next.
    pub(super) written_ticks: i64,
    pub(super) changed_ticks: i64,
    pub(super) file: u64,
}

/// Identity of the volume, and of the file on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Id {
    pub(super) volume: u64,
    /// 64 bits are all a listing tells; wider ids (ReFS) cannot be compared with it.
    pub(super) file: Option<u64>,
}

/// Returns the file's identity; an error on volumes that do not number files.
pub(super) fn id(file: &File) -> io::Result<Id> {
    let mut answer = [0; 3];
    ask(file, FileIdInfo, &mut answer)?;
    let [volume, low, high] = answer;
    Ok(Id {
        volume,
        file: (high == 0).then_some(low),
    })
}

/// Returns the time when its record last changed, in steps of 100 ns since 1601.
pub(super) fn changed_ticks(file: &File) -> io::Result<i64> {
    let mut answer = [0; 5];
    ask(file, FileBasicInfo, &mut answer)?;
    let [_created, _accessed, _written, changed, _attributes] = answer;
    Ok(changed.cast_signed())
}

/// Returns the entries of a folder, without `.` and `..`; opens nothing. `None` on volumes that
/// cannot list so.
pub(super) fn list(folder: &File) -> io::Result<Option<Vec<Listed>>> {
    let mut all = Vec::new();
    let mut answer = vec![0; LISTING_WORDS];
    loop {
        answer.fill(0);
        match ask(folder, FileIdBothDirectoryInfo, &mut answer) {
            Ok(()) => read(&answer, &mut all)?,
            Err(error) => {
                return match code(&error) {
                    Some(ERROR_NO_MORE_FILES) => Ok(Some(all)),
                    Some(
                        ERROR_INVALID_FUNCTION
                        | ERROR_INVALID_LEVEL
                        | ERROR_INVALID_PARAMETER
                        | ERROR_NOT_SUPPORTED,
                    ) => Ok(None),
                    _ => Err(error),
                };
            }
        }
    }
}

fn code(error: &io::Error) -> Option<u32> {
    error.raw_os_error().map(i32::cast_unsigned)
}

/// The entries of one answer, each where the one before says: `FILE_ID_BOTH_DIR_INFO`.
fn read(answer: &[u64], all: &mut Vec<Listed>) -> io::Result<()> {
    let bytes: Vec<u8> = answer.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut rest = bytes.as_slice();
    loop {
        let entry = entry(rest).ok_or(io::ErrorKind::InvalidData)?;
        if entry.name != "." && entry.name != ".." {
            all.push(entry);
        }
        let next = number(rest, 0).ok_or(io::ErrorKind::InvalidData)? as usize;
        if next == 0 {
            return Ok(());
        }
        rest = rest.get(next..).ok_or(io::ErrorKind::InvalidData)?;
    }
}

fn entry(bytes: &[u8]) -> Option<Listed> {
    let name = bytes.get(104..)?.get(..number(bytes, 60)? as usize)?;
    let units: Vec<u16> = name
        .as_chunks()
        .0
        .iter()
        .map(|unit| u16::from_le_bytes(*unit))
        .collect();
    Some(Listed {
        name: OsString::from_wide(&units),
        attributes: number(bytes, 56)?,
        tag: number(bytes, 64)?,
        size: wide(bytes, 40)?,
        written_ticks: wide(bytes, 24)?.cast_signed(),
        changed_ticks: wide(bytes, 32)?.cast_signed(),
        file: wide(bytes, 96)?,
    })
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn wide(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn ask(file: &File, what: FILE_INFO_BY_HANDLE_CLASS, answer: &mut [u64]) -> io::Result<()> {
    let size = u32::try_from(size_of_val(answer)).map_err(io::Error::other)?;
    // SAFETY: the handle is open as long as the borrow lasts; the answer has room for so many
    // bytes and the alignment of eight that these structures ask for, and any bytes are numbers.
    let done = unsafe {
        GetFileInformationByHandleEx(file.as_raw_handle(), what, answer.as_mut_ptr().cast(), size)
    };
    if done == 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}
