/** Several models of which the next is asked where one fails. */
export { createModelList } from '@devai/memory/models';
