/** Something to paste; the page's script gives it a button that copies it. Long lines are scrolled, with the keyboard as well. */
export function CodeBlock({ code }: { code: string }) {
  return (
    <div class="code">
      <pre tabindex={0}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
