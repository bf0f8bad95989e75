/** HTML that people write for a mail, reduced to what mails are made of. Runs in a worker thread: see `service.ts`. */
import sanitizeHtml from 'sanitize-html';

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'a', 'b', 'i', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'img'],
    ...['table', 'tbody', 'thead', 'tr', 'td', 'th'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  disallowedTagsMode: 'discard',
};

export const cleanHtml = (html: string): string => sanitizeHtml(html, OPTIONS).toWellFormed();
