/** Embeds by hashed words, which are fast and the same on every machine, unless the test names an endpoint. */
export const embeddingsOf = (environment: Record<string, string> = {}) => ({
  EMBEDDINGS: environment['OPENAI_BASE_URL'] === undefined ? 'hash' : 'openai',
});
