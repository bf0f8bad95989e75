/** One step of the schema. Numbers never change once released; a step runs in one transaction. */
export interface Migration {
  version: number;
  name: string;
  sqlite: string;
  postgres: string;
}
