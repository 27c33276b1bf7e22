/** The views, in the order in which they are named. */
export const views = [
  { path: '/chat', to: '/chat/{-$session}', name: 'Chat' },
  { path: '/memory', to: '/memory', name: 'Memory' },
  { path: '/focus', to: '/focus', name: 'Focus' },
  { path: '/documents', to: '/documents', name: 'Documents' },
  { path: '/context', to: '/context', name: 'Context' },
  { path: '/project', to: '/project', name: 'Project' },
  { path: '/jobs', to: '/jobs', name: 'Jobs and cost' },
] as const;
