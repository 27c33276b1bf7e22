import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { ChatView } from './chat/chat-view.tsx';
import { Failure, NoView } from './failure.tsx';
import { memorySearch } from './memory/memory-search.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/chat/{-$session}', replace: true });
  },
});
const chat = createRoute({
  getParentRoute: () => root,
  path: '/chat/{-$session}',
  validateSearch: ({ message }: Record<string, unknown>): { message?: number } =>
    typeof message === 'number' && Number.isSafeInteger(message) && message > 0 ? { message } : {},
  component: ChatView,
});
const memory = createRoute({
  getParentRoute: () => root,
  path: '/memory',
  validateSearch: (given) => memorySearch.parse(given),
  component: lazyRouteComponent(() => import('./memory/memory-view.tsx'), 'MemoryView'),
});
const documents = createRoute({
  getParentRoute: () => root,
  path: '/documents',
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' ? { id } : {},
  component: lazyRouteComponent(() => import('./documents/documents-view.tsx'), 'DocumentsView'),
});
const focus = createRoute({
  getParentRoute: () => root,
  path: '/focus',
  component: lazyRouteComponent(() => import('./focus/focus-view.tsx'), 'FocusView'),
});
const context = createRoute({
  getParentRoute: () => root,
  path: '/context',
  validateSearch: ({ id, session }: Record<string, unknown>): { id?: string; session?: string } => ({
    ...(typeof id === 'string' && { id }),
    ...(typeof session === 'string' && { session }),
  }),
  component: lazyRouteComponent(() => import('./context/context-view.tsx'), 'ContextView'),
});
const project = createRoute({
  getParentRoute: () => root,
  path: '/project',
  component: lazyRouteComponent(() => import('./projects/project-view.tsx'), 'ProjectView'),
});
const jobs = createRoute({
  getParentRoute: () => root,
  path: '/jobs',
  component: lazyRouteComponent(() => import('./jobs/jobs-view.tsx'), 'JobsView'),
});

/** Views are named behind the # of the address: the server knows one page. */
export const router = createRouter({
  routeTree: root.addChildren([home, chat, memory, focus, documents, context, project, jobs]),
  history: createHashHistory(),
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: NoView,
  defaultPreload: 'intent',
  defaultPendingMs: 100,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
