/** Vectors of the words alone, unless the test names a service: they are the same on every machine, and at once. */
export const embeddingsOf = (environment: Record<string, string> = {}) => ({
  EMBEDDINGS: environment['OPENAI_BASE_URL'] === undefined ? 'hash' : 'openai',
});
