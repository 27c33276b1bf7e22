/**
 * Words of conversation rather than of a subject: greetings, thanks, modals, quantities, question phrases ("how
 * long"). They are dropped from questions only: in a small store, word frequency cannot show that they are common,
 * and in a large one some memory always contains one. The offline embedder's vector space depends on `commonWords`
 * but not on these words, so this list may grow.
 */
const english =
  'about again all already also always am another any anybody anyone anything anyway because been before being best better ' +
  'between both cannot could currently did different does doing done each either else even ever every everything exactly explain far few ' +
  'find first fine get gets getting give given going gonna good got great had happen happened happens having hello help helpful hey hi ' +
  'just keep kind know known last let like likely little long look looking lot made makes making many maybe mean means might more most ' +
  'much must need needed needs never new next nice nothing now often okay ok old once one ones only other others please possible pretty probably ' +
  'question quite rather really remember right said same say says see seems several show since some somehow someone something sometimes ' +
  'somewhere soon still such sure take tell tells than thank thanks thing things think thought today together tomorrow too tried try trying ' +
  'under until upon usually very want wanted wants way well were whether while whose without work works wonder would yes yesterday yet ' +
  "don't doesn't didn't can't couldn't won't wouldn't isn't aren't wasn't i'm i'd i've i'll it's that's what's who's let's there's you're we're";
const german =
  'alle allem allen aller alles also andere anderen anderer anderes antworte antworten bereits bisher bitte bitten brauche brauchen ' +
  'braucht danach danke dann davon davor dazu dein deine denn dich dir dort eben eigentlich einfach einige einiges einmal erkläre erklären ' +
  'erzähl erzähle etwa etwas euch euer fast finde finden frage fragen früher ganz gar geht gehen gemacht genau gern gerne gerade gesagt gestern ' +
  'gewesen gib gut gute guten habe hallo hast hatte hatten heute hier hilf hilfe hilft hätte hätten ihn ihnen ihre ihren immer irgendwie ' +
  'jede jeden jeder jedes jemand jetzt kannst keine keinen kommen kommt könnte können könntest lange lass leider liegt mache machen macht mag mal mehr ' +
  'meinen meiner meist mich mir morgen möchte möglich müssen nichts nie niemand nochmal nun oft schon sag sage sagen sehr seid seine seit selbst sich ' +
  'sieht solche sollte sollten sondern sonst sowie später statt steht super tun tut unser unsere viel viele vielleicht vorher war waren warst ' +
  'weil weit weiß weiter welch wieder wieso weshalb will willst wirklich wirst wissen wobei woher wohin wollen wurde wurden wäre würde würden zeig zeige ' +
  'zuerst zuletzt zurück zusammen zwischen';
const thai =
  'ช่วย บ้าง หน่อย ขอ ขอบคุณ สวัสดี นะ เลย มาก มากๆ อีก ทั้ง ทุก เคย กำลัง ตอน ตอนนี้ เขา มัน นี่ นั่น ล่ะ ไหม หรือเปล่า รึเปล่า วันนี้ ' +
  'พรุ่งนี้ เมื่อวาน อยาก อยากรู้ บอก ถาม รู้ ทราบ ทำ ดู ลอง น่า ควร อาจ เพิ่ง ยัง แค่ แค่ไหน นาน สุด ที่สุด ก่อน หลัง ดี ดีไหม จ้ะ จ้า ตรงไหน ที่ไหน';

/** Lower case, not folded. */
export const talkWords: string[] = [english, german, thai].flatMap((list) => list.split(' '));

/**
 * Words of commands, outcomes and courtesy. A message of nothing else ("run it", "same error", "stop") asks about
 * nothing, because each word would match every memory that contains it. Beside another word ("run the tests") they
 * count like any word.
 */
const englishOrders =
  'add ahead apply broken bye carry change changed changes check checked checking close continue cool correct done edit error errors evening fail failed failing ' +
  'fails fix fixed fixing go goes hm hmm left lgtm looks morning night nope open pass passed passes perfect proceed read redo rerun retry revert run ' +
  'running runs same ship sorry start started step stop stopped undo update wait welcome working write wrong wtf yeah yep';
const germanOrders =
  'abbrechen anders ändere ändern beheben behebe falsch fehler fehlgeschlagen fertig fortfahren führ führe funktioniert kaputt klappt klar korrigiere lauf ' +
  'laufen läuft lies los mach nächste nächsten nächster nächstes nein öffne passt probier probiere prüf prüfe prüfen richtig schreib schritt starte stopp ' +
  'stoppen super tschüss versuch versuche warte';
const thaiOrders = 'ต่อ ใช่ ไม่ใช่ ใหม่ โอเค เสร็จ แก้ แก้ไข แบบนี้ เริ่ม หยุด เปิด รัน ผิด ผิดพลาด เหมือนเดิม ถูกต้อง เรียบร้อย';

/** Lower case, not folded. */
export const orderWords: string[] = [englishOrders, germanOrders, thaiOrders].flatMap((list) =>
  list.split(' '),
);
