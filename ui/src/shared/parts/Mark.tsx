/** The mark of Fielddesk: a sheet on a slope line. A violet line stands for what is not Production. */

export function Mark({ size = 28, quiet = false }: { size?: number; quiet?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      height={`${size / 16}rem`}
      style={{ flex: "none" }}
      viewBox="0 0 32 32"
      width={`${size / 16}rem`}
    >
      <rect fill="#0B5C80" height="32" rx="7" width="32" />
      <path d="M8.5 5.5h10L24 11v8.2L8.5 24z" fill="#fff" />
      <path d="M18.5 5.5V11H24z" fill="#A9D0E2" />
      <path d="M5 27.3l22-6.8" stroke={quiet ? "#BFA9F7" : "#F0A92E"} strokeLinecap="round" strokeWidth="2.6" />
    </svg>
  );
}
