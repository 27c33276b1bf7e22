/** What filler statements are made of: `{slot}` in a sentence is replaced by one of the slot's entries. */
export type Vocabulary = { sentences: string[]; slots: Record<string, string[]> };

const list = (text: string): string[] => text.split('|').map((entry) => entry.trim());

export const english: Vocabulary = {
  slots: {
    person: list(
      'Aaron|Beatrice|Carlos|Deepa|Elif|Farid|Greta|Hiro|Imani|Jonas|Katya|Liam|Mei|Nadia|Owen|Paula|Quentin|Rosa|Samir|Tilda|Umar|Vera|Wendell|Ximena|Yara|Zack',
    ),
    system: list(
      'the billing service|the image pipeline|the mail gateway|the search index|the mobile client|the report generator|the session store|the audit trail|the scheduler|the import wizard|the admin console|the recommendation engine|the payment callback|the chat widget|the map view|the licence server|the data lake|the feature toggle service|the notification hub|the print server|the identity provider|the document viewer|the order book|the warehouse scanner|the translation memory',
    ),
    tool: list(
      'Redis|Kafka|RabbitMQ|Nginx|HAProxy|Terraform|Ansible|Jenkins|Webpack|Vite|Jest|Cypress|Sentry|Prometheus|Consul|Nomad|SQLite|ClickHouse|DuckDB|Snowflake|Airflow|Celery|Django|Rails|Spring|Svelte|Tailwind|Pulumi|Bazel|Helm',
    ),
    problem: list(
      'ran out of file handles|returned empty pages|lost messages|showed the wrong currency|leaked memory|sent every mail twice|timed out behind the proxy|swallowed exceptions|deadlocked under load|sorted names wrongly|ignored daylight saving|crashed on emoji|kept stale locks|rejected valid tokens|wrote half a file',
    ),
    cause: list(
      'the pool had only four connections|a header was missing|the clock of one host was wrong|the cache key left out the tenant|an index had been dropped|the retry had no backoff|the config was read once at start|two migrations had the same number|the certificate chain was incomplete|the queue had no consumer|the timeout was in seconds, not milliseconds|the library changed its default',
    ),
    place: list(
      'Oslo|Nairobi|Porto|Osaka|Lima|Dublin|Krakow|Quebec|Tunis|Bergen|Ghent|Leeds|Turin|Hanoi|Perth|Split|Malmo|Riga|Cork|Basel|Austin|Boston|Denver|Seville|Vienna',
    ),
    food: list(
      'lentil soup|rye bread|pad thai|apple pie|sushi|falafel|pancakes|goat cheese|curry|roast chicken|rice pudding|dumplings|grapes|boiled eggs|chocolate cake|olives|oat porridge|tomato salad',
    ),
    animal: list('dog|cat|horse|parrot|rabbit|tortoise|hamster|goldfish|donkey|canary'),
    hobby: list(
      'plays the violin|paints water colours|runs marathons|collects stamps|sings in a choir|bakes bread|builds model ships|plays chess|watches football|reads crime novels|grows tomatoes|climbs mountains|learns Portuguese|repairs old radios|writes haiku|knits scarves|looks at stars with a telescope',
    ),
    file: list(
      'src/server/router.ts|lib/parser.rb|internal/store/cache.go|app/models/order.py|cmd/worker/main.go|src/ui/Dialog.tsx|scripts/deploy.sh|pkg/queue/retry.rs|config/routes.yml|tests/fixtures/users.json|web/assets/theme.css|core/billing/Tax.java',
    ),
    rule: list(
      'is reviewed by two people|is generated and never edited by hand|needs an integration test|must stay backwards compatible|is documented in the wiki|is rebuilt every night|may be deleted after the release|runs only in production|is mocked in tests|belongs to the platform team|is being rewritten|has no owner',
    ),
    month: list('January|February|March|April|May|June|July|August|September|October|November|December'),
    thing: list(
      'invoices|thumbnails|password resets|exports|webhooks|refunds|search results|tooltips|contact forms|backups|release notes|error pages|coupons|calendar invites|delivery notes|survey answers|log archives|product photos',
    ),
  },
  sentences: list(
    '{system} {problem} because {cause}|{person} owns {system} since {month} {year}|{system} in {place} listens on port {number}|{thing} are kept for {number} days|{file} {rule}|{person} from {place} {hobby}|{person} likes {food} but not {food}|the {animal} of {person} is {small} years old and eats {food}|{tool} was replaced by {tool} in {month} {year}|{system} uses {tool} with {number} workers|{thing} go through {tool} before {person} sees them|in {month} {system} {problem}; {person} found that {cause}|customer {name} pays {number} euros a month for {thing}|customer {name} in {place} must not receive {thing}|{person} prefers {tool} to {tool}|the limit for {thing} is {number} a minute|{person} is on holiday in {place} during {month}|{system} talks to {system} over {tool}|decided against {tool} for {thing}, since {cause}|to restart {system}, run `{name} restart --node {number}`|project {name} starts in {month} {year} with {person} and {person}|the world record that {person} talks about is {number} points|{person} asked how far it is from {place} to {place}|{thing} of the office in {place} {rule}|the password policy of {system} wants {small} digits|{name} is the code name of {system} in version {small}|the meeting about {thing} is on the {small}th of {month}|{person} celebrates the birthday in {month} with {food}|when {thing} fail, {person} calls {person} first|{tool} {small}.{number} breaks {system}, stay on the version before',
  ),
};

export const german: Vocabulary = {
  slots: {
    person: list(
      'Anke|Bernd|Claudia|Detlef|Esra|Friedrich|Gülsen|Hannes|Ilse|Jürgen|Karin|Lothar|Mirjam|Norbert|Olga|Pascal|Ronja|Steffen|Tanja|Ulrich|Volker|Wiebke|Yusra|Zeynep',
    ),
    system: list(
      'der Mahnlauf|die Lohnabrechnung|das Kundenportal|die Zeiterfassung|der Druckserver|das Archiv|die Suchmaske|der Importdienst|die Kassensoftware|das Berichtswesen|der Terminplaner|die Lagerbuchung|das Mitarbeiterportal|der Rechnungseingang|die Anmeldemaske|der Preisrechner',
    ),
    tool: list(
      'Redis|Kafka|RabbitMQ|Nginx|Ansible|Jenkins|Sentry|Grafana|SQLite|Oracle|Spring|Quarkus|Angular|Liquibase|SonarQube|Nexus|Kibana|Docker',
    ),
    problem: list(
      'ist am Monatsende abgestürzt|hat doppelte Buchungen erzeugt|zeigt Umlaute falsch|braucht zu viel Speicher|bricht nach einer Stunde ab|rundet Beträge falsch|verschickt leere Anhänge|findet keine Drucker|sperrt ganze Tabellen|verliert die Sitzung',
    ),
    cause: list(
      'weil ein Index fehlte|weil die Uhr eines Servers falsch ging|weil das Zertifikat abgelaufen war|weil die Platte voll war|weil zwei Läufe gleichzeitig starteten|weil ein Feld zu kurz war|weil niemand die Warteschlange leerte|weil der Proxy Anfragen abschnitt',
    ),
    place: list(
      'Rostock|Aachen|Bamberg|Linz|Zürich|Trier|Görlitz|Passau|Kiel|Jena|Ulm|Bozen|Chemnitz|Emden|Gießen|Husum',
    ),
    food: list(
      'Kartoffelsalat|Linsensuppe|Apfelkuchen|Käsespätzle|Hefezopf|Rotkohl|Forelle|Pfannkuchen|Grünkohl|Brezeln|Erbsensuppe',
    ),
    animal: list(
      'Hund|Kater|Wellensittich|Hamster|Pony|Kanarienvogel|Igel|Goldfisch|Papagei|Pinguin aus Plüsch',
    ),
    hobby: list(
      'spielt Geige|singt im Chor|läuft Marathon|sammelt Briefmarken|backt Brot|angelt am Wochenende|repariert Uhren|wandert in den Alpen|liest Krimis|züchtet Rosen|spielt Schach|malt mit blauer und gelber Farbe',
    ),
    month: list('Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember'),
    thing: list(
      'Rechnungen|Mahnungen|Lieferscheine|Gutschriften|Bestellungen|Reklamationen|Protokolle|Etiketten|Angebote|Verträge|Urlaubsanträge|Reisekosten|Prüfberichte|Newsletter',
    ),
    rule: list(
      'werden zwei Jahre aufbewahrt|prüft die Revision|gehen nur per Post hinaus|sind seit dem Umbau digital|werden nachts erzeugt|brauchen eine Unterschrift|dürfen nicht gelöscht werden|liegen im Netzlaufwerk',
    ),
  },
  sentences: list(
    '{system} {problem}, {cause}|{thing} {rule}|{person} aus {place} {hobby}|{person} mag {food}, aber keinen {food}|{system} in {place} läuft auf Port {number}|{person} verantwortet seit {month} {year} {thing}|der {animal} von {person} ist {small} Jahre alt|{tool} wurde im {month} {year} durch {tool} ersetzt|Kunde {name} in {place} bekommt {thing} erst nach {small} Tagen|für {thing} gilt eine Grenze von {number} Euro|{person} vertritt {person} im {month}|die Filiale {place} öffnet um {small} Uhr|das Projekt {name} beginnt im {month} mit {person} und {person}|{person} fragt immer zuerst nach {thing}|{system} benutzt {tool} mit {number} Verbindungen|der Schlüssel für {place} liegt bei {person}|{thing} aus {place} {rule}|bei Störungen ruft {person} in {place} an|{name} heißt der Server, auf dem {system} läuft',
  ),
};

export const thai: Vocabulary = {
  slots: {
    person: list(
      'คุณกานต์|คุณขวัญ|คุณจิรา|คุณชัย|คุณดาว|คุณเต้|คุณธีร์|คุณนุ่น|คุณบอย|คุณปุ้ย|คุณฝน|คุณมะลิ|คุณเมย์|คุณวิทย์|คุณศักดิ์|คุณหนึ่ง|คุณอ้อม',
    ),
    system: list(
      'ระบบคลังสินค้า|ระบบบัญชี|หน้าเข้าสู่ระบบ|แอปพนักงาน|ระบบจองห้อง|ระบบแจ้งเตือน|หน้ารายงาน|ระบบสมาชิก|เครื่องสแกนบัตร|ระบบสำรองข้อมูล|เว็บไซต์หลัก|ระบบตั๋ว',
    ),
    tool: list('Redis|Kafka|Nginx|Docker|Firebase|Laravel|Flutter|React|Grafana|MySQL|Jenkins|Sentry'),
    problem: list(
      'ช้าผิดปกติ|ส่งข้อความซ้ำ|แสดงวันที่ผิด|หลุดทุกชั่วโมง|พิมพ์ตัวอักษรเพี้ยน|คิดราคาผิด|ใช้หน่วยความจำมากเกินไป|ค้นหาไม่เจอ',
    ),
    cause: list('ดิสก์เต็ม|ใบรับรองหมดอายุ|ตั้งค่าเวลาไม่ตรงกัน|ไม่มีดัชนี|แคชเก่าค้าง|สายเครือข่ายหลวม|มีสองเวอร์ชันทำงานพร้อมกัน'),
    place: list('ขอนแก่น|ภูเก็ต|ระยอง|หัวหิน|อยุธยา|ลำปาง|สงขลา|นครพนม|ชลบุรี|เชียงราย|พัทยา|น่าน'),
    food: list('ผัดไทย|ส้มตำ|ข้าวมันไก่|แกงส้ม|ลาบหมู|ก๋วยเตี๋ยวเรือ|ข้าวเหนียวมะม่วง|ขนมครก|ไข่ต้ม|ต้มข่าไก่'),
    animal: list('แมว|หมา|นกแก้ว|กระต่าย|ปลาทอง|เต่า|ช้างตุ๊กตา'),
    hobby: list(
      'ชอบถักผ้า|เล่นกีตาร์|วิ่งมาราธอน|ปีนเขา|อ่านหนังสือประวัติศาสตร์|ดูฟุตบอล|ปลูกต้นไม้|สะสมแสตมป์|ถ่ายรูปดวงจันทร์|แต่งกลอน',
    ),
    month: list('มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม'),
    thing: list('ใบเสนอราคา|ใบแจ้งหนี้|ใบลา|รายงานประจำเดือน|คูปอง|บัตรสมาชิก|ใบสั่งซื้อ|แบบสำรวจ|รูปสินค้า|สัญญาเช่า'),
    rule: list('เก็บไว้สองปี|ต้องมีลายเซ็น|ส่งทางอีเมลเท่านั้น|ตรวจสอบทุกสิ้นเดือน|ห้ามลบ|อยู่ในโฟลเดอร์กลาง'),
  },
  sentences: list(
    '{system}{problem}เพราะ{cause}|{thing}{rule}|{person}ที่{place}{hobby}|{person}ชอบกิน{food}แต่ไม่กิน{food}|{system}ที่{place}ทำงานที่พอร์ต {number}|{animal}ของ{person}อายุ {small} ปี|{person}ดูแล{system}ตั้งแต่เดือน{month} {year}|เปลี่ยนจาก {tool} เป็น {tool} เมื่อเดือน{month} {year}|ลูกค้า {name} ได้{thing}หลัง {small} วัน|{thing}ราคาเกิน {number} บาทต้องให้{person}อนุมัติ|{person}ลาพักร้อนไป{place}เดือน{month}|โครงการ {name} เริ่มเดือน{month}กับ{person}|สาขา{place}เปิด {small} โมง|{system}ใช้ {tool} จำนวน {number} เครื่อง|ถ้า{system}{problem}ให้โทรหา{person}|{thing}ของสาขา{place}{rule}',
  ),
};
