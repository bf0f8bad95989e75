/** The same library one major version up, under an alias; see `sqlite.ts` for when it is used. */
declare module 'better-sqlite3-napi' {
  import Database from 'better-sqlite3';
  export default Database;
}
