import { memoryRelations, shownMemory } from '@devai/api/protocol/memory';
import type { components, operations } from '../openapi.ts';

export const { options: memoryTypes } = shownMemory.shape.memoryType;
export const { options: categories } = shownMemory.shape.category;
export const { options: trusts } = shownMemory.shape.trust;
export const { options: relationKinds } = memoryRelations.shape.relations.element.shape.kind;

export type Memory = components['schemas']['Memory'];
export type MemoryEvent = components['schemas']['MemoryEvent'];
type Query = NonNullable<operations['listMemories']['parameters']['query']>;

/** What narrows a list or a search of memories. */
export type MemoryFilter = Pick<
  Query,
  | 'type'
  | 'category'
  | 'priority'
  | 'source'
  | 'tag'
  | 'trust'
  | 'minImportance'
  | 'asOf'
  | 'fadesBefore'
  | 'since'
  | 'until'
> & { pinned?: boolean };

export type NewMemory = operations['saveMemory']['requestBody']['content']['application/json'];
export type MemoryEdit = operations['changeMemory']['requestBody']['content']['application/json'];
export type SavedMemory = { memory: Memory; action: 'added' | 'known' };
export type Forgotten = {
  forgotten: boolean;
  memoryIds: string[];
  erasedMessages: number;
  keptMessages: number;
};

export type RelationKind = operations['relateMemory']['requestBody']['content']['application/json']['kind'];
/** From the memory `id` to another. */
export type NewRelation = { id: string; kind: RelationKind; to: string };
