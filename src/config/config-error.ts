export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that can't be used; its message is the whole explanation. */
export class ConfigError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'ConfigError';
  }
}
