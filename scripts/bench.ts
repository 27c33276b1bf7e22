/** `pnpm bench <name> [options]` runs one benchmark. Without a name, it lists them. */
import { runNamed } from './run-named.ts';

runNamed('bench', {
  turn: 'lab/bench/turn.ts',
  compaction: 'lab/bench/compaction.ts',
  store: 'lab/bench/store.ts',
  recall: 'lab/bench/recall.ts',
  peers: 'lab/bench/peers.ts',
  context: 'lab/bench/context.ts',
  documents: 'lab/bench/documents.ts',
  start: 'lab/bench/start.ts',
  install: 'lab/bench/install.ts',
  tenants: 'lab/bench/tenants.ts',
  load: 'lab/bench/load.ts',
  jobs: 'lab/bench/jobs.ts',
  page: 'lab/bench/page.ts',
});
