/** The image objects of a PDF: their dictionaries, and what is in them. */
export function listImages(pdf: Buffer): { facts: string; data: Buffer }[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/<<\n(\/Type \/XObject\n\/Subtype \/Image[\s\S]*?)>>\nstream\n/g)].map((found) => {
    const facts = found[1] ?? '';
    const start = found.index + found[0].length;
    return { facts, data: pdf.subarray(start, start + Number(/\/Length (\d+)/.exec(facts)?.[1])) };
  });
}
