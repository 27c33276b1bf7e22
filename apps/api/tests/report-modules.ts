/** Imported before a server: tells the parent process, when it asks, which modules were loaded. */
import { registerHooks } from 'node:module';

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});
process.on('message', () => process.send?.([...loaded]));
