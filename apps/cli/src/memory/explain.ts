import { Command } from '@commander-js/extra-typings';
import { explanation } from '@devai/api/protocol/search';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { renderFields } from '../terminal/fields.ts';
import type { Style } from '../terminal/style.ts';
import { projectHelp, text } from './filter-options.ts';
import { fullId } from './full-id.ts';
import { renderFigures } from './hit-lines.ts';

export const explain = (context: Context) =>
  new Command('explain')
    .description('Say why a memory would, or would not, be put into the prompt for a text')
    .argument('<text>', 'in quotes', text)
    .argument('<id>')
    .option('--project <name>', projectHelp)
    .action(async (about, given, { project }) => {
      const json = { text: about, memoryId: await fullId(context, 'memory', given), project };
      context.output.answer(
        await context.ask(explanation, ['POST', '/api/memory/explain'], { json }),
        render,
      );
    });

const render = (
  { verdict, reason, memory, hit, place, degraded }: z.infer<typeof explanation>,
  style: Style,
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
    style,
  );
