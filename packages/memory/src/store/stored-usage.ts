export type UsageEntry = {
  operation: 'extract' | 'deduplicate' | 'compact' | 'tag' | 'embed_query' | 'embed_memory';
  model: string;
  inputTokens: number;
  outputTokens: number;
  sessionId: string | null;
  jobId: string | null;
};
