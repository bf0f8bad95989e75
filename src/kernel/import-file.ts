/**
 * Imports a file that was found by its folder. What the product itself has of these is bundled by `server/bundle.mjs`, which
 * puts something else in the place of this function: its part of the bundle.
 */
export const importFile = <Module>(href: string): Promise<Module> => import(href);
