import type { Sentences } from '#web/language/translate-sentence.ts'

/** What the service says of SQL statements, databases and saved results, in Chinese. */
export const STATEMENT_SENTENCES: Sentences = {
  'The text holds no SQL statement.': '文本中没有 SQL 语句。',
  'The function {name} is not allowed here.': '此处不允许使用函数 {name}。',
  'The table {name} is not allowed here.': '此处不允许使用表 {name}。',
  'The statement reaches for files, settings or the network; only the connected tables can be read.':
    '语句试图访问文件、设置或网络，而只能读取已连接的表。',
  'The statement is longer than {count} characters; write it shorter.': '语句超过 {count} 个字符，请缩短。',
  'The statement is nested too deep; write it shorter.': '语句嵌套过深，请简化。',
  'A quote or a comment in the statement is not closed; close it.': '语句中有引号或注释没有闭合，请补全。',
  'The statement ran longer than {count} seconds; aggregate or filter more.':
    '语句运行超过 {count} 秒，请进一步汇总或筛选。',
  'The statement ran longer than {count} seconds; aggregate or filter more, or join fewer rows.':
    '语句运行超过 {count} 秒。请进一步汇总或筛选，或连接更少的行。',
  'The statement ran too long; aggregate or filter more.': '语句运行时间过长，请进一步汇总或筛选。',
  'The statement needs more memory than it may use; aggregate or filter more.':
    '语句需要的内存超过限制，请进一步汇总或筛选。',
  'The statement needs more memory than the server gives it.': '语句需要的内存超过服务器给它的限制。',
  'The engine failed on this statement; write it in another way.': '引擎执行此语句时出错，请换一种写法。',
  'The engine failed on this and was restarted.': '引擎执行时出错，已重新启动。',
  'The engine broke off its reply; run the statement again.': '引擎中断了响应，请重新运行语句。',
  'The engine gave no usable result.': '引擎没有给出可用的结果。',
  'The statement failed after its first rows; check the values it converts.':
    '语句在返回前几行之后失败，请检查它转换的值。',
  'It took too long and was stopped.': '用时过长，已停止。',
  'It used too much memory or broke the engine, and was stopped.': '占用内存过多或使引擎出错，已停止。',
  'It was cancelled.': '已取消。',
  'Write the values into the statement; it has open parameters.': '语句中有未填的参数，请直接写入值。',
  'Only reading is allowed: {reason}.': '只允许读取：{reason}。',
  'You have {count} {work} waiting; wait for one of them to finish and try again.':
    '您有 {count} 项任务正在等待。请等其中一项完成后重试。',
  'Too many {work} are running; try again in a few seconds.': '正在运行的任务过多，请几秒后重试。',
  'The service could not start a process for this; try again in a few seconds.':
    '服务无法为此启动进程，请几秒后重试。',
  'No data source is connected yet; the user can add one under Sources.':
    '还没有连接数据源。可以在“数据源”中添加。',

  'Nothing answers at {place}. Check the address, and that the server of the database runs.':
    '{place} 没有响应。请检查地址，并确认数据库服务器正在运行。',
  '{place} cannot be reached.': '无法连接 {place}。',
  'The connection to {place} broke. Try again.': '与 {place} 的连接中断，请重试。',
  'The server at {place} does not offer TLS. Switch TLS off for this data source.':
    '{place} 的服务器不支持 TLS。请为此数据源关闭加密。',
  'The TLS certificate of {place} could not be verified.': '无法验证 {place} 的 TLS 证书。',
  'The database refused the user "{user}" or its password.': '数据库拒绝了用户“{user}”或其密码。',
  'The server has no database "{name}".': '服务器上没有数据库“{name}”。',
  'The server has no database "{name}" that this user may read.':
    '服务器上没有此用户可读取的数据库“{name}”。',
  'The database does not let this user read it: {reason}.': '数据库不允许此用户读取：{reason}。',
  'Connect a user that has only the right to read.': '请使用只有读取权限的用户连接。',
  'A table of the statement is locked by another session; try again later.':
    '语句中的某个表被另一个会话锁定，请稍后重试。',
  'The database estimates that this statement would run for hours. Filter more, or join by keys.':
    '数据库估计此语句要运行数小时。请进一步筛选，或按键连接。',
  'ClickHouse refused the user or the password.': 'ClickHouse 拒绝了用户名或密码。',
  'Trino refused the user or the password.': 'Trino 拒绝了用户名或密码。',
  'What answers at the address of this source is not Trino.': '此数据源的地址上不是 Trino。',
  'The API answered with status {status}.': 'API 返回了状态 {status}。',
  'It works: {things} with {columns}.': '连接正常：{things}，{columns}。',
  'It works, but there is no table that this user may read.': '连接正常，但没有此用户可读取的表。',
  '{count} table': '{count} 个表',
  '{count} tables': '{count} 个表',
  '{count} record': '{count} 条记录',
  '{count} records': '{count} 条记录',
  '{count} column': '{count} 列',
  '{count} columns': '{count} 列',
  'Another source has just taken this name; send the request again.':
    '另一个数据源刚刚使用了此名称，请重试。',
  'The name of a data source needs at least one letter or digit.': '数据源的名称至少需要一个字母或数字。',
  'The service offers this data source and keeps it up to date. It cannot be changed or deleted.':
    '此数据源由服务提供并保持最新，不能更改或删除。',
  'The source was changed meanwhile; send the request again.': '数据源在此期间被更改，请重试。',
  'Only tables of files, samples and APIs have a profile. Query the table of the database instead.':
    '只有文件、示例和 API 的表有概况。数据库的表请直接查询。',

  'The result has more than {count} rows. Filter or aggregate it, or save it in parts.':
    '结果超过 {count} 行。请筛选或汇总，或分批保存。',
  'Other results are being saved; try again when one of them is done.':
    '正在保存其他结果，请等其中一个完成后重试。',
  'The result could not be written as Parquet. Save it as CSV or as an Excel workbook.':
    '结果无法写成 Parquet。请保存为 CSV 或 Excel 工作簿。',
  'The whole result was deleted or has expired.': '完整结果已删除或已过期。',
  'The chart cannot be drawn: {reason}.': '无法绘制图表：{reason}。',
}
