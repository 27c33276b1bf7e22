import { z } from 'zod';
import type { JsonSchema } from '../ports.ts';
import { decisionActions } from '../types.ts';

export const decisionAnswer = z.object({
  decisions: z.array(
    z.object({
      candidate: z.coerce.number().int(),
      action: z
        .string()
        .transform((action) => action.trim().toLowerCase())
        .pipe(z.enum(decisionActions)),
      memory: z.coerce.number().int().nullish(),
      earlier_candidate: z.coerce.number().int().nullish(),
      reason: z.string().catch(''),
    }),
  ),
});
export type RawDecision = z.infer<typeof decisionAnswer>['decisions'][number];

export const decisionJsonSchema: JsonSchema = {
  type: 'object',
  properties: {
    decisions: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          candidate: { type: 'integer', description: 'number of the candidate' },
          action: { type: 'string', enum: [...decisionActions] },
          memory: { type: ['integer', 'null'], description: 'number of the memory that it is about' },
          earlier_candidate: {
            type: ['integer', 'null'],
            description:
              'number of the earlier candidate that it is about, when it is about none of the memories',
          },
          reason: { type: 'string', description: 'one short sentence' },
        },
        required: ['candidate', 'action', 'memory', 'earlier_candidate', 'reason'],
        additionalProperties: false,
      },
    },
  },
  required: ['decisions'],
  additionalProperties: false,
};
