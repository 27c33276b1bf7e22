import { readFile } from 'node:fs/promises';

/** Returns the processes in which readers of this process, or of `parent`, read. Linux only. */
export async function readingProcesses(parent = process.pid): Promise<number[]> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  const numbers = children.split(' ').filter(Boolean).map(Number);
  const areReading = await Promise.all(numbers.map(isReading));
  return numbers.filter((_, index) => areReading[index]);
}

export async function isReading(number: number): Promise<boolean> {
  const command = await readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '');
  return command.includes('process-entry.ts');
}
