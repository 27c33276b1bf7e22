import { categories } from '@devai/fastify/protocol/categories';
import { useServer } from '../use-server.ts';

/** The categories of a memory: those of the library, those that the server declares, and `also`, which it may no longer declare. */
export function useCategories(also: string | undefined): string[] {
  const { data: server } = useServer();
  return [...new Set([...categories, ...Object.keys(server?.categories ?? {}), ...(also ? [also] : [])])];
}
