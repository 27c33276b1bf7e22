import { access, constants } from 'node:fs/promises';
import { z } from 'zod';
import { readConfig } from '../../../config.ts';
import { ask } from '../ask.ts';
import { namedServer } from '../connect.ts';
import type { Command, Context } from '../command.ts';
import type { Format, Paper } from '../paper.ts';
import { plainLine } from '../plain-line.ts';
import { toToolError } from '../tool-error.ts';
import { wrapLine } from '../wrap-line.ts';

const check = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warning', 'problem']),
  detail: z.string(),
  help: z.string().nullable(),
});
type Check = z.infer<typeof check>;

const examination = z.object({ checks: z.array(check) });

export const doctor: Command = {
  name: 'doctor',
  words: '',
  summary: 'what is wrong, and what to do about it; ends with 1 on a problem',
  details: 'It works also when neither the server nor the store can be reached: then it says why.',
  options: {},
  counts: [0, 0],
  async run(context) {
    const checks = await examine(context);
    context.output.answer({ checks }, renderExamination);
    return checks.every(({ status }) => status !== 'problem');
  },
};

/** What the tool sees from outside, then what the server, or the app in this process, sees from inside. */
async function examine(context: Context): Promise<Check[]> {
  const named = namedServer({ url: context.options.text('url'), variables: context.variables });
  // a server elsewhere has another configuration
  const outside = named === undefined ? await examineConfiguration(context) : nothingToExamine;
  try {
    const api = await context.connect();
    const { checks } = await ask(api, examination, ['GET', '/api/memory/doctor'], { signal: context.signal });
    const server = api.isServer
      ? well('server', `answers at ${api.place}`)
      : well('server', 'none runs: the store was opened here; background work waits until one does');
    // the server looks at its own folders, which are those of the configuration only where the app is ours
    return [server, ...(api.isServer ? [] : outside.configuration), ...checks];
  } catch (error) {
    if (context.signal.aborted) throw error;
    const { code, message, help } = toToolError(error);
    const name = code === 'database_locked' || code.startsWith('database') ? 'store' : 'server';
    const failure: Check = { name, status: 'problem', detail: `${message} (${code})`, help };
    // a wrong configuration is a finding of its own already
    return code === 'configuration'
      ? outside.configuration
      : [...outside.configuration, ...outside.folders, failure];
  }
}

type Outside = { configuration: Check[]; folders: Check[] };

const nothingToExamine: Outside = { configuration: [], folders: [] };

async function examineConfiguration({ variables }: Context): Promise<Outside> {
  try {
    const { dataFolder, workspaceRoot } = readConfig(variables);
    return {
      configuration: [well('configuration', 'every variable is well-formed')],
      folders: await Promise.all([
        examineFolder('data folder', dataFolder),
        examineFolder('workspace', workspaceRoot),
      ]),
    };
  } catch (error) {
    const { message, help } = toToolError(error);
    return {
      configuration: [{ name: 'configuration', status: 'problem', detail: message, help }],
      folders: [],
    };
  }
}

async function examineFolder(name: string, path: string): Promise<Check> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
    return well(name, `${path} can be written`);
  } catch (error) {
    const { message } = toToolError(error);
    return {
      name,
      status: 'problem',
      detail: message,
      help: `Make ${path} a folder that this user can write; the server makes it when it starts.`,
    };
  }
}

const well = (name: string, detail: string): Check => ({ name, status: 'ok', detail, help: null });

const formats: Record<Check['status'], Format> = { ok: 'green', warning: 'yellow', problem: 'red' };

const statusWidth = 'problem'.length;

function renderExamination({ checks }: { checks: Check[] }, paper: Paper): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const indent = statusWidth + width + 4;
  const wrap = (text: string): string => wrapLine(plainLine(text), paper.width, indent);
  const lines = checks.map(({ name, status, detail, help }) => {
    const mark = paper.paint(formats[status], status.padEnd(statusWidth));
    const head = `${mark}  ${name.padEnd(width)}  ${wrap(detail)}`;
    return help === null ? head : `${head}\n${' '.repeat(indent)}${wrap(help)}`;
  });
  const problems = checks.filter(({ status }) => status === 'problem').length;
  const warnings = checks.filter(({ status }) => status === 'warning').length;
  const verdict =
    problems + warnings === 0 ? 'All is well.' : `Problems: ${problems}. Warnings: ${warnings}.`;
  return [...lines, '', verdict].join('\n');
}
