import { z } from 'zod';
import type { Category } from '../../types.ts';
import { id, idOf, leftOut, statement, text, time, timeOf, type EntryReader } from './reading.ts';

/** mem0: a memory of `get_all` and of the platform's exports. */
const memory = z.object({
  ...{ id, user_id: id, agent_id: id, run_id: id, app_id: id },
  memory: z.string(),
  ...{ created_at: time, updated_at: time },
  categories: z.array(z.string()).nullish(),
  metadata: z.unknown().optional(),
});

/** OpenMemory, which mem0 ships: `state` is active, paused, archived or deleted. */
const openMemory = z.object({
  ...{ id, content: text, created_at: time, updated_at: time },
  state: z.enum(['active', 'paused', 'archived', 'deleted']),
  categories: z.array(z.string()).nullish(),
  metadata_: z.unknown().optional(),
});

/** mem0's own categories that are about who the user is and what they like. */
const categoryOf: Record<string, Category> = {
  personal_details: 'profile',
  family: 'profile',
  professional_details: 'profile',
  health: 'profile',
  user_preferences: 'preference',
};

export const readMem0: EntryReader = (value, at) => {
  const { data } = memory.safeParse(value);
  if (!data) return readOpenMemory(value, at);
  const categories = data.categories ?? [];
  const owner = idOf(data.user_id);
  const { agent_id: agentId, run_id: runId, app_id: appId, updated_at: updatedAt, metadata } = data;
  return [
    statement({
      ...at,
      form: 'mem0',
      text: data.memory,
      id: idOf(data.id),
      owner,
      saidAt: timeOf(data.created_at),
      category: categories.map((name) => categoryOf[name]).find(Boolean),
      about: owner === null ? undefined : 'user',
      named: categories,
      tags: categories,
      details: { agentId, runId, appId, updatedAt, metadata },
    }),
  ];
};

const readOpenMemory: EntryReader = (value, at) => {
  const { data } = openMemory.safeParse(value);
  if (!data) return null;
  if (data.state !== 'active') return [leftOut(at, `it is ${data.state} there`)];
  return [
    statement({
      ...at,
      form: 'mem0',
      text: data.content,
      id: idOf(data.id),
      saidAt: timeOf(data.created_at),
      about: 'user',
      named: data.categories ?? [],
      tags: data.categories ?? [],
      details: { updatedAt: data.updated_at, metadata: data['metadata_'] },
    }),
  ];
};
