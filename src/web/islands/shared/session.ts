/** The session of the pages: a bearer in the browser's session storage alone. No cookie carries it; it ends with the tab. */

const STORED_AS = 'farebox.session';

export const readSession = (): string | null => sessionStorage.getItem(STORED_AS);

export const keepSession = (token: string): void => sessionStorage.setItem(STORED_AS, token);

export const forgetSession = (): void => sessionStorage.removeItem(STORED_AS);
