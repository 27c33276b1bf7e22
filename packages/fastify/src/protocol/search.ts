import { chunkRecord, documentRecord } from '@devai/memory/store/documents';
import { sessionRecord } from '@devai/memory/store/sessions';
import { z } from 'zod';
import { shownHit, shownMemory } from './memory.ts';
import { shownMessage } from './session.ts';

/** The result of a search. */
export const found = z
  .object({
    hits: z
      .array(
        shownHit.extend({
          isRelevant: z.boolean().describe('whether it would be put into a prompt'),
          reason: z.string(),
          marks: z
            .array(z.object({ from: z.int(), to: z.int() }))
            .describe(
              'where its content has words of the text, in characters; none if only its sense is near',
            ),
        }),
      )
      .describe('best first'),
    messages: z.array(z.object({ message: shownMessage, score: z.number() })),
    degraded: z.array(z.string()).describe('what did not work as it should, in words'),
  })
  .meta({ id: 'Found' });

const figures = {
  score: z.number().describe('higher is better; comparable across stores'),
  isRelevant: z.boolean().describe('whether it would be put into a prompt'),
  reason: z.string(),
};

/** What a search of several stores found. */
export const foundInStores = z
  .object({
    hits: z
      .discriminatedUnion('store', [
        z.object({ store: z.literal('memories'), ...figures, memory: shownMemory }),
        z.object({
          ...{ store: z.literal('messages'), ...figures, message: shownMessage },
          sessionName: z.string().nullable(),
        }),
        z.object({
          ...{ store: z.literal('sessions'), ...figures },
          session: sessionRecord.pick({ id: true, name: true, gist: true, lastActiveAt: true }),
        }),
        z.object({
          ...{ store: z.literal('documents'), ...figures, chunk: chunkRecord },
          document: documentRecord.pick({ id: true, path: true, title: true, project: true }),
        }),
      ])
      .array()
      .describe('from all stores, best first'),
    degraded: z.array(z.string()).describe('what did not work as it should, in words'),
  })
  .meta({ id: 'FoundInStores' });

/** The memories that a prompt would get. */
export const relevant = z
  .object({
    memories: z
      .array(shownHit.extend({ injected: z.boolean(), reason: z.string() }))
      .describe('the relevant memories, then the nearest misses; each best first'),
    said: z
      .array(
        z.object({
          message: shownMessage,
          sessionName: z.string().nullable(),
          excerpt: z.string().describe('the part that the agent would be shown'),
          similarity: z.number().nullable(),
          score: z.number(),
          injected: z.boolean(),
          reason: z.string(),
        }),
      )
      .describe('the relevant past messages, best first'),
    passages: z
      .array(
        z.object({
          source: z.string(),
          provenance: z.object({ id: z.string(), title: z.string() }),
          text: z.string(),
          score: z.number(),
          injected: z.boolean(),
          reason: z.string(),
        }),
      )
      .describe('what documents and other sources say about it; best first'),
    block: z.string().describe('the text that the agent would be shown'),
    parts: z
      .object({
        standing: z.string().describe('what every prompt says about the user and how to work'),
        memory: z.string().describe('memories and past messages'),
      })
      .describe('parts of the block, for prompts that place them apart'),
    signals: z.string().describe('what the agent would be told about their quality'),
    tokens: z.int().describe('size of the block'),
    degraded: z.array(z.string()),
  })
  .meta({ id: 'Relevant' });

/** Why a memory would, or would not, be in a prompt. */
export const explanation = z.object({
  verdict: z.string().describe('`injected`, or what kept it out'),
  reason: z.string().describe('the verdict in words, with its figures'),
  memory: shownMemory.nullable().describe('null when it does not exist, or this project may not read it'),
  hit: shownHit.nullable().describe('its scores for this text'),
  place: z.int().nullable().describe('its rank among the relevant ones, from 1'),
  degraded: z.array(z.string()),
});
