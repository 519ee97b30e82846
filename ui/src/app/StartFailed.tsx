/** Message of a window that could not even read its own state. Needs nothing but React. */

export function StartFailed({ error }: { error: unknown }) {
  return (
    <main style={{ padding: "2rem", fontFamily: "system-ui, sans-serif", maxWidth: "40rem", userSelect: "text" }}>
      <h1 style={{ fontSize: "1.25rem" }}>Fielddesk could not start</h1>
      <p>Close the window and open it again. If the problem remains, send the line below to IT.</p>
      <pre style={{ whiteSpace: "pre-wrap" }}>{error instanceof Error ? error.message : String(error)}</pre>
    </main>
  );
}
