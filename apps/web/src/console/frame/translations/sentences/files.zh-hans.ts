import type { Sentences } from '#web/language/translate-sentence.ts'

/** What the service says of files: why one is not read, and what it assumed while reading. In Chinese. */
export const FILE_SENTENCES: Sentences = {
  'The file is empty.': '文件是空的。',
  'The file has no columns.': '文件没有列。',
  'The file is not text.': '文件不是文本。',
  'The file is larger than {count} MB.': '文件超过 {count} MB。',
  'The file is larger than {count} bytes.': '文件超过 {count} 字节。',
  'The file has {count} columns; at most {most} are read.': '文件有 {count} 列，最多读取 {most} 列。',
  'The file is not text with one record a line and the same separator throughout.':
    '文件不是每行一条记录、分隔符一致的文本。',
  'The file is JSON, not text with one record a line and the same separator throughout. Upload it as JSON.':
    '文件是 JSON，而不是每行一条记录的文本。请以 JSON 上传。',
  'The file is compressed with gzip; unpack it before it is uploaded.':
    '文件经过 gzip 压缩，请解压后再上传。',
  'The file is a ZIP archive or a workbook; unpack it, or upload it as an XLSX workbook.':
    '文件是 ZIP 压缩包或工作簿。请解压，或以 XLSX 工作簿上传。',
  'The file is Parquet; upload it as Parquet.': '文件是 Parquet，请以 Parquet 上传。',
  'The file is a SQLite database; upload it as one.': '文件是 SQLite 数据库，请以 SQLite 上传。',
  'The file is a web page, perhaps one that asks to sign in.': '文件是网页，可能是要求登录的页面。',
  'The file is not JSON that holds records.': '文件不是包含记录的 JSON。',
  'The file is not JSON: it begins with neither [ nor {.': '文件不是 JSON：它不是以 [ 或 { 开头。',
  'The JSON is cut off before its end.': 'JSON 不完整，在结尾之前中断。',
  'The JSON has no records at "{path}".': 'JSON 的“{path}”处没有记录。',
  'The Parquet file is damaged and cannot be read.': 'Parquet 文件已损坏，无法读取。',
  'The Parquet file is encrypted.': 'Parquet 文件已加密。',
  'The Parquet file is cut off before its end.': 'Parquet 文件不完整，在结尾之前中断。',
  'This is not a Parquet file.': '这不是 Parquet 文件。',
  'The XLSX workbook is damaged and cannot be read.': 'XLSX 工作簿已损坏，无法读取。',
  'This is not an XLSX workbook.': '这不是 XLSX 工作簿。',
  'The workbook has no sheet with a header and rows below it.': '工作簿中没有带标题行和数据行的工作表。',
  'The workbook is protected by a password, or of the older format XLS; save it as XLSX without one.':
    '工作簿受密码保护或为旧的 XLS 格式。请去除密码并另存为 XLSX。',
  'This is not a SQLite database.': '这不是 SQLite 数据库。',
  'The SQLite database has no tables.': 'SQLite 数据库中没有表。',
  'This is not a ZIP archive, or it is damaged.': '这不是 ZIP 压缩包，或已损坏。',
  'The archive is protected by a password; make one without.': '压缩包受密码保护，请重新制作不带密码的。',
  'The file is cut off or damaged and cannot be unpacked.': '文件不完整或已损坏，无法解压。',
  'The upload broke off before the file was complete.': '上传在文件完成之前中断。',
  'Line {line} has {found} fields where the first line has {expected}.':
    '第 {line} 行有 {found} 个字段，而第一行有 {expected} 个。',
  'Line {line} opens a quoted value that is never closed.': '第 {line} 行有一个引号始终没有闭合。',
  'Line {line} is too long.': '第 {line} 行过长。',
  'Line {line} cannot be read: check its separators and quotes.':
    '无法读取第 {line} 行，请检查分隔符和引号。',
  'Reading the file took too long; split it into smaller ones.': '读取文件用时过长，请拆分成较小的文件。',
  'Reading the file needs more memory than it may use: too many columns, or rows that are too long.':
    '读取文件需要的内存超过限制：列太多，或行太长。',
  'The uploaded file of {name} is missing. Upload it again.': '{name} 的上传文件已丢失，请重新上传。',
  'A file stays as it was uploaded; upload the new one as a source.':
    '文件保持上传时的样子。请将新文件作为数据源上传。',
  'The data source cannot be read differently. {reason}.': '无法以其他方式读取此数据源。{reason}。',

  'The file has one column: no separator divides its lines alike.':
    '文件只有一列：没有分隔符能一致地分开各行。',
  'Values are separated by blanks.': '值以空格分隔。',
  'Values are separated by two or more blanks.': '值以两个或更多空格分隔。',
  'Values are separated by “{separator}”.': '值以“{separator}”分隔。',
  'Single quotes enclose values.': '值用单引号括起。',
  'Values begin with 0 or +, as codes and telephone numbers do. Kept as text.':
    '值以 0 或 + 开头，如编号和电话号码。保留为文本。',
  'The name says that the values are codes. Kept as text.': '从名称看，这些值是编号。保留为文本。',
  '1 value such as NA or - was read as empty.': '1 个值（如 NA 或 -）读作空值。',
  '{count} values such as NA or - were read as empty.': '{count} 个值（如 NA 或 -）读作空值。',
  '1 of {all} values is not a number: “{value}” in line {line}. Kept as text.':
    '{all} 个值中有 1 个不是数字：第 {line} 行的“{value}”。保留为文本。',
  '{others} of {all} values are no numbers, the first is “{value}” in line {line}. Kept as text.':
    '{all} 个值中有 {others} 个不是数字，第一个是第 {line} 行的“{value}”。保留为文本。',
  '{others} of {all} values are unlike the others, such as “{value}”. Kept as text.':
    '{all} 个值中有 {others} 个与其他不同，例如“{value}”。保留为文本。',
  'The values in the file are {kinds}. Kept as text, and compared as text.':
    '文件中的值类型不同。保留为文本，并按文本比较。',
  'Numbers have more digits than a number in SQL holds ({count}). Kept as text.':
    '数字的位数超过 SQL 数字的上限（{count} 位）。保留为文本。',
  'No line holds column names, so the columns are named by their place.': '没有包含列名的行，列按位置命名。',
  'No row holds column names, so the columns are named by their place.': '没有包含列名的行，列按位置命名。',
  'The column names were joined from {count} lines, beginning with line {line}.':
    '列名由 {count} 行合并而成，从第 {line} 行开始。',
  'The column names were joined from {count} rows, beginning with row {row}.':
    '列名由 {count} 行合并而成，从第 {row} 行开始。',
  'Line {line} holds column names, although some of them are numbers.':
    '第 {line} 行是列名，尽管其中有些是数字。',
  'Line {line} was taken as column names, although it looks like the lines below it.':
    '第 {line} 行被当作列名，尽管它与下面的行相似。',
  'Rows have one value more than the header; the first value of each row was taken as its label.':
    '各行比标题行多一个值，每行的第一个值被当作标签。',
  'The name in the file, “{name}”, is a reserved word of SQL.': '文件中的名称“{name}”是 SQL 的保留字。',
  'The header has names more than once; a number was added to the later ones: {names}.':
    '标题行中有重复的名称，后出现的加上了编号：{names}。',
  'The file holds several tables: another one begins in line {line}. Upload each table as its own file.':
    '文件包含多个表：另一个从第 {line} 行开始。请将每个表作为单独的文件上传。',
  '{count} blank lines were left out.': '略去了 {count} 个空行。',
  'One line that begins with # was left out.': '略去了 1 个以 # 开头的行。',
  '{count} lines that begin with # were left out.': '略去了 {count} 个以 # 开头的行。',
  'The file does not state its encoding; it was read as {encoding}.':
    '文件没有注明编码，按 {encoding} 读取。',
  'Text in the file, read as a date.': '文件中是文本，读作日期。',
  'Text in the file, read as a date with the day before the month.': '文件中是文本，读作日在月前的日期。',
  'Text in the file, read as a date with the month before the day.': '文件中是文本，读作月在日前的日期。',
  'Dates whose day and month cannot be told apart: no value has a number above 12. Kept as text.':
    '无法区分日期中的日和月：没有大于 12 的数字。保留为文本。',
  'Text in the file, read as numbers.': '文件中是文本，读作数字。',
  'Rows that look like totals or means are kept: {rows}{more}. Sums over the table count their values twice.':
    '保留了看似合计或平均的行：{rows}。对全表求和会重复计算它们的值。',
  'Values such as “{value}” begin or end with blanks, which are kept: = finds them only with the blanks.':
    '值（如“{value}”）首尾有空格，予以保留：用 = 查找时必须带上空格。',
  'The sheet “{name}” is empty and was left out.': '工作表“{name}”是空的，已略去。',
  'The sheet is hidden in the workbook.': '此工作表在工作簿中是隐藏的。',
  'You chose the type {type}.': '您选择了类型 {type}。',
}
