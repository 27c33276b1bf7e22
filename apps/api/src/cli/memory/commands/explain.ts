import { z } from 'zod';
import { shownHit, shownMemory } from '../../../protocol/memory.ts';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { projectOption } from '../filter-options.ts';
import { fullMemoryId } from '../full-id.ts';
import { renderFigures } from '../hit-lines.ts';
import type { Paper } from '../paper.ts';
import { renderFields } from '../render-fields.ts';

const explanation = z.object({
  verdict: z.string(),
  reason: z.string(),
  memory: shownMemory.nullable(),
  hit: shownHit.nullable(),
  place: z.int().nullable(),
  degraded: z.array(z.string()),
});

export const explain: Command = {
  name: 'explain',
  words: '"<text>" <id>',
  summary: 'why this memory would, or would not, be put into the prompt of this text',
  options: { project: projectOption },
  counts: [2, 2],
  async run({ words: [text = '', given = ''], options, connect, output, signal }) {
    const api = await connect();
    const memoryId = await fullMemoryId(api, given, signal);
    const json = { text, memoryId, project: options.text('project') };
    output.answer(await ask(api, explanation, ['POST', '/api/memory/explain'], { json, signal }), render);
  },
};

const render = (
  { verdict, reason, memory, hit, place, degraded }: z.infer<typeof explanation>,
  paper: Paper,
): string =>
  renderFields(
    [
      ['verdict', verdict.replaceAll('_', ' ')],
      ['reason', reason],
      ['memory', memory && `${memory.id}\n${memory.content}`],
      ['place', place === null ? null : `${place} of what is relevant`],
      ['figures', hit && renderFigures(hit)],
      ['degraded', degraded.join('\n')],
    ],
    paper,
  );
