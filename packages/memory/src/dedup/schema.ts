import { z } from 'zod';
import { strictObject } from '../ask-twice.ts';
import { decisionActions } from '../types.ts';

export const rawDecision = z.object({
  candidate: z.int(),
  action: z.enum(decisionActions),
  memory: z.int().nullish(),
  earlier_candidate: z.int().nullish(),
  text: z.string().nullish().catch(null),
  reason: z.string().catch(''),
});

/** Each decision is read separately, so an unusable one does not spoil the others. */
export const decisionAnswer = z.object({ decisions: z.array(z.unknown()) });

const number = (description: string, type: string | string[] = 'integer') => ({ type, description });

export const decisionJsonSchema = strictObject({
  decisions: {
    type: 'array',
    items: strictObject({
      candidate: number('number of the candidate'),
      action: { type: 'string', enum: [...decisionActions] },
      memory: number('number of the memory that it is about', ['integer', 'null']),
      earlier_candidate: number(
        'number of the earlier candidate that it is about, when it is about none of the memories',
        ['integer', 'null'],
      ),
      text: {
        type: ['string', 'null'],
        description: 'of an update that leaves something of the memory true: the candidate, and that',
      },
      reason: { type: 'string', description: 'one short sentence' },
    }),
  },
});
