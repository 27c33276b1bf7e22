/** `pnpm bench <name> [options]` runs one benchmark. Without a name, it lists them. */
import { runNamed } from './run-named.ts';

runNamed('bench', {
  turn: 'apps/api/bench/turn.ts',
  compaction: 'apps/api/bench/compaction.ts',
  store: 'packages/memory/bench/store.ts',
  recall: 'packages/memory/bench/recall.ts',
  peers: 'packages/memory/bench/peers.ts',
  context: 'packages/memory/bench/context.ts',
  documents: 'packages/memory/bench/documents.ts',
  start: 'packages/memory/bench/start.ts',
  install: 'scripts/bench-install.ts',
  tenants: 'packages/memory/bench/tenants.ts',
  load: 'apps/api/bench/load.ts',
  jobs: 'packages/memory/bench/jobs.ts',
  page: 'apps/web/bench/page.ts',
});
