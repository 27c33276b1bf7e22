const width = 30;
/** Milliseconds between two drawings. */
const pause = 100;

export type ProgressBar = ReturnType<typeof createProgressBar>;

/** Draws the progress of each phase of a run on one line of a terminal; writes nothing to other streams. */
export function createProgressBar(stream: NodeJS.WriteStream) {
  let drawnAt = 0;
  return {
    show(label: string, done: number, total: number): void {
      if (!stream.isTTY || (done < total && performance.now() - drawnAt < pause)) return;
      drawnAt = performance.now();
      const filled = Math.round((width * done) / total);
      stream.write(
        `\r[${'█'.repeat(filled)}${'·'.repeat(width - filled)}] ${label} ${done}/${total}\u001B[K`,
      );
    },
    end(): void {
      if (stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}
