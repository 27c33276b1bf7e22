import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { opened } from './opened.ts';

/** A scripted model server for each test of a file. */
export const serveModel = (): (() => ScriptedModelServer) =>
  opened('test', async (closing) => closing.adopt(await startScriptedModelServer(), (one) => one.close()));
