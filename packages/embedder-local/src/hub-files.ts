import { join } from 'node:path';
import { fetchFile } from './fetch-file.ts';
import { missingFiles } from './model-files.ts';
import type { HubSource, KnownModel, ModelFile } from './models.ts';

type HubSettings = { folder: string; hub: string; onProgress: (text: string) => void };

/** The files of a model from a hub, downloaded in the background when first needed. */
export function createHubFiles(
  model: KnownModel,
  { repository }: HubSource,
  { folder, hub, onProgress }: HubSettings,
) {
  let fetching: AbortController | null = null;
  let notice: string | null = null;
  return {
    need,
    /** What is wrong with the files, in words; null if nothing is. */
    notice: (): string | null => notice,
    close: (): void => fetching?.abort(),
  };

  /** Starts downloading missing files, and throws an `Error` that reports the progress if any are missing. */
  function need(): void {
    if (missingFiles(model, folder).length === 0) return;
    if (fetching === null) void fetchAll();
    throw new Error(notice ?? '');
  }

  async function fetchAll(): Promise<void> {
    const abort = new AbortController();
    fetching = abort;
    // a failure is reported until something arrives
    notice ??= `the model ${model.name} is being fetched`;
    try {
      for (const file of missingFiles(model, folder)) await fetchOne(file, abort.signal);
      notice = null;
    } catch (error) {
      const before = notice;
      notice =
        `the model ${model.name} cannot be fetched (${causeOf(error)}): it is tried again at the next text; put ` +
        `its files into ${folder}, or set EMBEDDINGS_MODEL_URL to a mirror`;
      if (!abort.signal.aborted && notice !== before) onProgress(notice);
    } finally {
      fetching = null;
    }
  }

  function fetchOne({ name, sha256 }: ModelFile, signal: AbortSignal): Promise<void> {
    let told = -1;
    const onBytes = (done: number, total: number | null): void => {
      const tenth = total === null ? 0 : Math.floor((10 * done) / total);
      if (tenth === told) return;
      told = tenth;
      const part = total === null ? '' : ` ${10 * tenth} % of ${Math.round(total / 1e6)} MB`;
      notice = `the model ${model.name} is being fetched: ${name}${part}`;
      onProgress(notice);
    };
    const url = `${hub}/${repository}/resolve/${model.revision}/${name}`;
    return fetchFile(url, join(folder, name), { sha256, signal, onBytes });
  }
}

/** Returns the cause behind "fetch failed". */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
