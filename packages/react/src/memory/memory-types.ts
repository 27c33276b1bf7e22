import type { Answer, Body, Query } from '@devai/fastify/protocol/client';
import { memoryRelations, shownMemory } from '@devai/fastify/protocol/memory';

export const { options: memoryTypes } = shownMemory.shape.memoryType;
export const { options: trusts } = shownMemory.shape.trust;
export const { options: relationKinds } = memoryRelations.shape.relations.element.shape.kind;

export type Memory = Answer<'GET /api/memory/:id', 'sent'>;
export type MemoryEvent = Answer<'GET /api/memory/:id/history', 'sent'>['events'][number];

/** What narrows a list or a search of memories. */
export type MemoryFilter = Omit<
  Query<'GET /api/memory'>,
  'project' | 'allProjects' | 'includeInvalid' | 'after' | 'limit'
>;

export type NewMemory = Body<'POST /api/memory/save'>;
export type MemoryEdit = Body<'PUT /api/memory/:id'>;

/** From the memory `id` to another. */
export type NewRelation = { id: string } & Body<'POST /api/memory/:id/relations'>;
export type RelationKind = NewRelation['kind'];
