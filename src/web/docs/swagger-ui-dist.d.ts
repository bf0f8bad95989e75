/** The package has no types of its own. */
declare module 'swagger-ui-dist/absolute-path.js' {
  /** The folder of its files. */
  export default function absolutePath(): string;
}
