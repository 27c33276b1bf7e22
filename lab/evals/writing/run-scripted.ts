import { startScriptedModelServer } from '../../../packages/memory/testing/index.ts';
import type { TestDatabase } from '../../../packages/memory/testing/reused-stores.ts';
import type { EvalCase } from './eval-case.ts';
import { createEvalModel } from './eval-model.ts';
import { runCases, type CaseResult } from './run-cases.ts';
import { scriptAnswers } from './script-answers.ts';

/**
 * Runs the model path: a server on loopback returns the scripted answers of each case, over the wire, through the
 * real SDK. Throws if a case's script does not fit the requests.
 */
export async function runScripted(
  cases: EvalCase[],
  testDatabase: TestDatabase,
  onResult: (result: CaseResult) => void,
): Promise<CaseResult[]> {
  const server = await startScriptedModelServer();
  const wrongScripts: string[] = [];
  const model = createEvalModel({ apiKey: 'none', baseURL: server.baseURL, model: 'scripted' });
  try {
    return await runCases({
      cases,
      way: 'model',
      model,
      testDatabase,
      onSession(session, { expect }) {
        const answer = scriptAnswers(session, expect.valid);
        server.replyWith((request) => {
          try {
            return answer(request);
          } catch (error) {
            wrongScripts.push(String(error));
            throw error;
          }
        });
      },
      onResult(result) {
        if (wrongScripts.length > 0) throw new Error(`${result.evalCase.id}: ${wrongScripts.join('; ')}`);
        onResult(result);
      },
    });
  } finally {
    await server.close();
  }
}
