/** The text of a press release: its headings, lists, tables and paragraphs. */
import { readInline } from '../../text/inline-marks.ts';
import { type Block, splitBlocks } from '../../text/release-blocks.ts';
import { toSafeHref } from '../safe-href.ts';
import { LinkedText } from './linked-text.tsx';

export function ReleaseText({ text }: { text: string }) {
  return (
    <>
      {splitBlocks(text).map((block, index) => (
        <BlockText key={String(index)} block={block} />
      ))}
    </>
  );
}

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2>
          <LineText text={block.text} />
        </h2>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            <li key={String(index)}>
              <LineText text={item} />
            </li>
          ))}
        </ul>
      );
    case 'table':
      return <Table block={block} />;
    case 'paragraph':
      return (
        <p>
          {block.lines.map((line, index) => (
            <>
              {index > 0 ? <br /> : null}
              <LineText text={line} />
            </>
          ))}
        </p>
      );
  }
}

function Table({ block: { rows, hasHead } }: { block: Extract<Block, { kind: 'table' }> }) {
  const [heads, body] = hasHead ? [rows[0], rows.slice(1)] : [undefined, rows];
  return (
    <div class="scroll">
      <table>
        {heads ? (
          <thead>
            <tr>
              {heads.map((cell, index) => (
                <th key={String(index)} scope="col">
                  <LineText text={cell} />
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          {body.map((cells, index) => (
            <tr key={String(index)}>
              {cells.map((cell, at) => (
                <td key={String(at)}>
                  <LineText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LineText({ text }: { text: string }) {
  return (
    <>
      {readInline(text).map((part, index) => {
        const key = String(index);
        if (part.kind === 'strong') {
          return (
            <strong key={key}>
              <LinkedText text={part.text} />
            </strong>
          );
        }
        if (part.kind === 'text') return <LinkedText key={key} text={part.text} />;
        const href = toSafeHref(part.href);
        return href === null ? (
          part.text
        ) : (
          <a key={key} href={href} rel="nofollow ugc noopener">
            {part.text}
          </a>
        );
      })}
    </>
  );
}
