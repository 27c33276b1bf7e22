import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The path of a package's file. Throws an `Error` when the package is not installed. */
export function findPackage(path: string): string {
  try {
    return resolve(path);
  } catch (error) {
    const name = path.replace('/package.json', '');
    throw new Error(`the package ${name} is not installed`, { cause: error });
  }
}
