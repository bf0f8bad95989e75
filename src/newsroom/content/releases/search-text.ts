/** The form in which texts and what is looked for in them are compared. */
export const foldForSearch = (text: string): string => text.normalize('NFKC').toLowerCase();
