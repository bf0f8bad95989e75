/** Something to paste; the page's script gives it a button that copies it. */
export function CodeBlock({ code }: { code: string }) {
  return (
    <div class="code">
      <pre>
        <code>{code}</code>
      </pre>
    </div>
  );
}
