/** Under which names answers are kept: the first word of each key. */
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
