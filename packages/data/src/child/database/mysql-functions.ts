function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/**
 * Built-in functions of MySQL and MariaDB that only compute from their arguments, or tell what every user may know
 * (https://dev.mysql.com/doc/refman/8.4/en/built-in-function-reference.html,
 * https://mariadb.com/docs/server/reference/sql-functions/function-and-operator-reference). The servers list their
 * functions but not what these reach, so a function of a later version is refused until it is added here.
 */
export const COMPUTING_FUNCTIONS =
  wordSet(`abs acos add_months adddate addtime aes_decrypt aes_encrypt against any_value
  ascii asin atan atan2 avg bin bin_to_uuid bit_and bit_count bit_length bit_or bit_xor cast ceil ceiling char_length
  character_length charset chr coalesce coercibility collation compress concat concat_ws connection_id conv convert
  convert_tz cos cot count crc32 crc32c cume_dist curdate current_date current_role current_time current_timestamp
  current_user curtime database date_add date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear degrees
  dense_rank elt exp export_set extract extractvalue field find_in_set first_value floor format format_bytes
  format_pico_time found_rows from_base64 from_days from_unixtime geomcollection geometrycollection get_format greatest
  group_concat grouping hex hour if ifnull inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr is_ipv4 is_ipv4_compat
  is_ipv4_mapped is_ipv6 is_uuid isnull json_array json_array_append json_array_insert json_array_intersect json_arrayagg
  json_compact json_contains json_contains_path json_depth json_detailed json_equals json_exists json_extract json_insert
  json_key_value json_keys json_length json_loose json_merge json_merge_patch json_merge_preserve json_normalize
  json_object json_object_filter_keys json_object_to_array json_objectagg json_overlaps json_pretty json_query json_quote
  json_remove json_replace json_schema_valid json_schema_validation_report json_search json_set json_storage_free
  json_storage_size json_table json_type json_unquote json_valid json_value lag last_day last_insert_id last_value lcase
  lead least left length lengthb linestring ln localtime localtimestamp locate log log10 log2 lower lpad ltrim make_set
  makedate maketime match max mbrcontains mbrcoveredby mbrcovers mbrdisjoint mbrequals mbrintersects mbroverlaps mbrtouches
  mbrwithin md5 median microsecond mid min minute month monthname multilinestring multipoint multipolygon natural_sort_key
  now nth_value ntile nullif nvl nvl2 oct octet_length ord percent_rank percentile_cont percentile_disc period_add
  period_diff pi point polygon position pow power quarter quote radians rand random_bytes rank regexp_instr regexp_like
  regexp_replace regexp_substr repeat replace reverse right round row_count row_number rpad rtrim schema sec_to_time second
  session_user sformat sha sha1 sha2 sign sin sleep soundex space sqrt std stddev stddev_pop stddev_samp str_to_date strcmp
  subdate substr substring substring_index subtime sum sysdate system_user tan time_format time_to_sec timediff
  timestampadd timestampdiff to_base64 to_char to_days to_seconds trim trim_oracle truncate ucase uncompress
  uncompressed_length unhex unix_timestamp updatexml upper user utc_date utc_time utc_timestamp uuid uuid_short
  uuid_to_bin uuid_v4 uuid_v7 values var_pop var_samp variance vec_distance vec_distance_cosine vec_distance_euclidean
  vec_fromtext vec_totext version week weekday weekofyear weight_string year yearweek`)

/** All spatial functions of this prefix compute. */
export const COMPUTING_PREFIX = /^st_[a-z0-9_]+$/

/** Words and types that may stand before a parenthesis without being a function. */
export const WORDS_BEFORE_PARENTHESIS =
  wordSet(`all and any as between bigint binary bit blob by case char character
  collate columns cross cube date datetime dec decimal distinct distinctrow div double else enum escape except exists
  fixed float for from group having ignore in index inner int integer intersect interval is join key lateral like limit
  mediumint minus mod natural nchar not numeric nvarchar of offset on or ordinality outer over partition path real
  recursive regexp returning rlike rollup row rows select separator set sets signed smallint some straight_join text then
  time timestamp tinyint union unsigned use using varbinary varchar when where with xor`)
