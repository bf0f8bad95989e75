/** A mail as the bytes that travel: headers, both parts, and the signature over them. Rules: newsroom.md §7.4, §7.6. */
import { domainToASCII } from 'node:url';
import nodemailer from 'nodemailer';
import type { DkimKey, Letter } from './types.ts';

/** The library's own list leaves out what one-click unsubscribing needs (RFC 8058). */
const SIGNED =
  'from:sender:reply-to:subject:date:message-id:to:mime-version:content-type:content-transfer-encoding:' +
  'list-id:list-unsubscribe:list-unsubscribe-post:feedback-id:auto-submitted:x-farebox-email';

export type Compose = (letter: Letter) => Promise<Buffer>;

/** `newline`: as files have it, or as mail servers want it. */
export function createComposer(newline: 'unix' | 'windows', dkim?: DkimKey): Compose {
  const composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim === undefined ? {} : { dkim: buildSigner(dkim) }),
  });
  return async (letter) => {
    const { message } = await composer.sendMail({
      from: { name: cleanLine(letter.from.name), address: letter.from.address },
      ...(letter.replyTo === null ? {} : { replyTo: { name: '', address: letter.replyTo } }),
      // One mailbox and never a list, whatever the text looks like.
      to: { name: cleanLine(letter.to.name), address: toAsciiDomain(letter.to.address) },
      envelope: { from: letter.returnPath, to: [toAsciiDomain(letter.to.address)] },
      messageId: letter.messageId,
      date: new Date(letter.date),
      ...(letter.dkim === undefined ? {} : { dkim: buildSigner(letter.dkim) }),
      subject: cleanLine(letter.subject),
      text: letter.text,
      ...(letter.html === null ? {} : { html: letter.html }),
      // In one line: some servers break a signature where a header is folded.
      headers: Object.fromEntries(
        Object.entries(letter.headers).map(([name, value]) => [name, { prepared: true, value }]),
      ),
    });
    return Buffer.isBuffer(message) ? message : Buffer.from(await collect(message));
  };
}

const buildSigner = ({ domain, selector, privateKey }: DkimKey) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
  headerFieldNames: SIGNED,
});

async function collect(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** A name or a subject adds no header of its own. */
const cleanLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** With the domain as the network knows it. */
export function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1).normalize('NFKC'))}`;
}
