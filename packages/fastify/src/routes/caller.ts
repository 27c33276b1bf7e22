import type { z } from 'zod';
import { caller } from '../protocol/server.ts';
import type { Routes, Served } from './routes.ts';

/** `GET /api/me`: who the server takes the client for. */
export function registerCaller(routes: Routes, { users }: Served): void {
  routes.get('/api/me', {
    schema: {
      operationId: 'getCaller',
      summary: 'Says who the server takes the client for, and what they may use',
      response: { 200: caller },
    },
    handler: async ({ caller: { projects, ...known }, ownProject }): Promise<z.infer<typeof caller>> => ({
      ...known,
      users,
      projects: projects && [...projects],
      project: ownProject,
    }),
  });
}
