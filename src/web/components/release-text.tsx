/** The text of a press release: its headings, lists and paragraphs. */
import { type Block, splitBlocks } from '../../text/release-blocks.ts';
import { LinkedText } from './linked-text.tsx';

export function ReleaseText({ text }: { text: string }) {
  return splitBlocks(text).map((block, index) => <BlockText key={String(index)} block={block} />);
}

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            <li key={String(index)}>
              <LinkedText text={item} />
            </li>
          ))}
        </ul>
      );
    case 'paragraph':
      return (
        <p>
          {block.lines.map((line, index) => (
            <>
              {index > 0 ? <br /> : null}
              <LinkedText text={line} />
            </>
          ))}
        </p>
      );
  }
}
