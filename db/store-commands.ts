import { parseArgs } from 'node:util';
import { connectHint } from './connect-hint.ts';
import { connectionOf, type Connection } from './connection.ts';
import { explainRights, readAccess } from './explain-rights.ts';
import { migrate, migrationStatus } from './migrate.ts';
import { readSource } from './read-source.ts';
import { renderScript } from './render-script.ts';

/** A program with these commands: how it is called, and the commands that it has besides. */
type Program = {
  name: string;
  version: string;
  more?: Record<string, { help: string; run: () => Promise<void> }>;
};
type Options = ReturnType<typeof readArguments>['values'];

const commands: Record<string, (options: Options) => Promise<void>> = {
  migrate: (options) => withDatabase(options, migrateDatabase),
  status: (options) => withDatabase(options, printStatus),
  script: printScript,
};

/** Runs the command that the arguments of this process name. What goes wrong is printed, and is the exit code. */
export async function runStoreCommand({ name: program, version, more = {} }: Program): Promise<void> {
  // the reader has closed the pipe (`| head`)
  process.stdout.on('error', () => process.exit());
  const added = Object.entries(more).map(([name, { help }]) => `  ${name.padEnd(10)} ${help}\n`);
  const usage = usageOf(program, added.join(''));
  try {
    const { positionals, values } = readArguments();
    const [name] = positionals;
    const command = commands[name ?? ''] ?? more[name ?? '']?.run;
    if (values.version === true) print(version);
    else if (values.help === true || name === undefined) print(usage);
    else if (command) await command(values);
    else throw new Error(`there is no command ${name}\n\n${usage}`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

const usageOf = (program: string, added: string): string => `${program} <command> [--schema <name>]

  migrate    bring the database at DATABASE_URL to this version
  status     say what "migrate" would do
  script     print all of it as SQL, for Supabase's SQL editor or its command line tool
${added}
  --schema <name>     the schema of the store, DATABASE_SCHEMA by default, else public; made if it is missing
  --runtime-role <name>   for migrate and script: a role that may use the store from now on, besides its owner
  --pgvector <name>   for script: the schema that pgvector is in, if it is there and not in "extensions"
`;

function readArguments() {
  const text = { type: 'string' } as const;
  return parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
      schema: { ...text, default: process.env['DATABASE_SCHEMA'] || 'public' },
      pgvector: text,
      'runtime-role': text,
    },
  });
}

async function migrateDatabase(connection: Connection, options: Options): Promise<void> {
  const { schema, 'runtime-role': runtimeRole } = options;
  const report = await migrate(connection, { schema, runtimeRole, log: print });
  if (report.newer !== undefined) print(`left as a newer version made it: ${report.newer.join(', ')}`);
  else if (report.migrations.length + report.functions.length === 0) print('nothing to do');
}

async function printStatus(connection: Connection, { schema }: Options): Promise<void> {
  const status = await migrationStatus(connection, await readSource(), schema);
  print(`applied: ${status.applied.join(', ') || 'none'}`);
  if (status.newer.length > 0) print(`of a newer version: ${status.newer.join(', ')}`);
  print(`pending: ${status.pending.join(', ') || 'none'}`);
  print(`functions to replace: ${status.changedFunctions.join(', ') || 'none'}`);
}

async function printScript(options: Options): Promise<void> {
  const { schema, pgvector = null, 'runtime-role': runtimeRole } = options;
  process.stdout.write(renderScript(await readSource(), { schema, pgvector, runtimeRole }));
}

async function withDatabase(
  options: Options,
  work: (connection: Connection, options: Options) => Promise<void>,
): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') throw new Error('DATABASE_URL must name the database');
  // loaded on demand: whoever imports this package may have no server
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  process.stderr.write(`database: ${client.host}:${client.port}/${client.database ?? ''}\n`);
  await client.connect().catch((error: Error) => {
    const hint = connectHint(error);
    throw hint === undefined ? error : new Error(`${error.message}. ${hint}`, { cause: error });
  });
  const connection = connectionOf(client);
  try {
    const access = await readAccess(connection, options.schema);
    await work(connection, options).catch((error: unknown) => {
      throw explainRights(error, access, 'migrating');
    });
  } finally {
    await client.end();
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
