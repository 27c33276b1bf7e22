import { createHash } from 'node:crypto';
import { z } from 'zod';

/** What a file showed after one write: the base of the three-way comparison. The file's last line has the `mark`. */
export type WrittenVersion<Item> = { mark: string; items: Item[] };

/** The part of the store that keeps them. */
export type VersionSettings = {
  getSetting(key: string): Promise<unknown>;
  pushSetting(key: string, entry: object, keep: number): Promise<unknown>;
};

/** The number of versions kept, so that a copy from before the last write is compared with the version that it showed. */
const keptVersions = 5;

/** Keeps what a file of a project showed, under a key in the store. */
export function createVersions<Item>(settings: VersionSettings, key: string, item: z.ZodType<Item>) {
  const form = z.object({ mark: z.string(), items: z.array(item) });
  // stores of earlier versions call them topics
  const named = z
    .looseObject({ topics: z.unknown() })
    .transform(({ topics, ...rest }) => ({ items: topics, ...rest }));
  const versions = z.array(z.preprocess((value) => named.safeParse(value).data ?? value, form));
  return {
    /** Returns the kept versions, last one first. */
    read: async (): Promise<WrittenVersion<Item>[]> =>
      versions.safeParse(await settings.getSetting(key)).data ?? [],
    /**
     * Stores what the file will show, in addition to the versions that this and other processes stored. Returns all kept versions; `earlier`
     * has the known ones. Called before the file is written.
     */
    async keep(
      version: WrittenVersion<Item>,
      earlier: WrittenVersion<Item>[],
    ): Promise<WrittenVersion<Item>[]> {
      if (earlier[0] && markOf(earlier[0]) === markOf(version)) return earlier;
      const kept = await settings.pushSetting(key, version, keptVersions);
      return versions.safeParse(kept).data ?? [version];
    },
  };
}

/** Eight characters that identify a value: a version, a project without its name. */
export const markOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);

/** Identifies the project of a file without naming it. */
export const projectMark = (project: string | null): string => markOf(project);
