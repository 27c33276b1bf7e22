const width = 30;

/** Draws how far a run is on one line of a terminal; on anything else it is silent. */
export function createProgressBar(stream: NodeJS.WriteStream, total: number) {
  let done = 0;
  return {
    advance(label: string): void {
      done += 1;
      if (!stream.isTTY) return;
      const filled = Math.round((width * done) / total);
      stream.write(
        `\r[${'█'.repeat(filled)}${'·'.repeat(width - filled)}] ${done}/${total} ${label}\u001B[K`,
      );
    },
    end(): void {
      if (stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}
