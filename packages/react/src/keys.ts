/** The first word of each query's key. */
export const keys = {
  memories: ['memories'],
  sessions: ['sessions'],
  contexts: ['contexts'],
  agentWork: ['agent-work'],
  focus: ['focus'],
  jobs: ['jobs'],
  projects: ['projects'],
  documents: ['documents'],
  server: ['server'],
} as const;
