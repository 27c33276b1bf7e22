import { Command } from '@commander-js/extra-typings';
import type { Context } from '../context.ts';
import { listCommand } from './list-command.ts';
import { printable } from '../terminal/printable.ts';
import { distance, shortId } from '../terminal/written.ts';
import { projectHelp, wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';

const line = wholeNumber(999_999_999);
const ofProject = 'only a document that this project reads (default: any)';

/** `memory documents`: lists, shows and deletes what was ingested. */
export const createDocuments = (context: Context) =>
  listCommand('documents')
    .description('List ingested documents by path.')
    .option('--project <name>', projectHelp)
    .option('--all-projects', 'include all projects')
    .option('--limit <n>', 'maximum number', wholeNumber(200), 100)
    .action(async (query) => {
      const page = await context.ask('GET /api/memory/documents', { query });
      await context.output.answer(page.documents, (all) =>
        all.map(({ id, path, title, kind, chunkCount, tokens, updatedAt, sourceHash }) => ({
          id: shortId(id),
          path,
          title: title === path ? '' : title,
          kind,
          chunks: chunkCount,
          tokens,
          ingested: sourceHash === null ? 'not to the end' : distance(updatedAt),
        })),
      );
    })
    .addCommand(
      new Command('show')
        .description('Show the stored text of a document')
        .argument('<id>')
        .option('--project <name>', ofProject)
        .option('--from <line>', 'first line', line)
        .option('--to <line>', 'last line', line)
        .action(async (id, { project, from: firstLine, to: lastLine }) => {
          const path = { id: await fullId(context, 'document', id) };
          const query = { project, firstLine, lastLine };
          const passage = await context.ask('GET /api/memory/documents/:id', { path, query });
          await context.output.draw(passage, ({ text }) => printable(text.trimEnd()));
          if (passage.nextLine !== null) context.output.note(`more follows: --from ${passage.nextLine}`);
        }),
    )
    .addCommand(
      new Command('delete')
        .description('Delete a document from memory; the file stays')
        .argument('<id>')
        .option('--project <name>', ofProject)
        .option('--yes', 'do not ask')
        .action(async (id, { project, yes = false }) => {
          const path = { id: await fullId(context, 'document', id) };
          const query = { project };
          const { document } = await context.ask('GET /api/memory/documents/:id', {
            path,
            query: { ...query, lastLine: 1 },
          });
          if (!yes && !(await context.confirm(`Delete ${document.path} from memory?`))) return;
          await context.answer('DELETE /api/memory/documents/:id', { path, query }, ({ deleted }) => ({
            deleted,
            path: document.path,
          }));
        }),
    );
