/** `@devai/memory/supabase` */
export { openSupabaseDatabase, type SupabaseSettings } from '../store/drivers/supabase.ts';
