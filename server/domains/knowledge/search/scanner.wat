;; The loop of scanner.ts: for each row its scale times the dot product of its bytes with those of the query, sixteen at a time.
(module
  (memory (export "memory") 1)
  (func (export "scan") (param $row i32) (param $count i32) (param $width i32) (param $query i32) (param $score i32)
    (local $end i32) (local $a i32) (local $b i32) (local $last i32) (local $sum v128)
    (local.set $end (i32.add (local.get $score) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $last (i32.add (local.get $query) (local.get $width)))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $score) (local.get $end)))
        (local.set $a (i32.add (local.get $row) (i32.const 4)))
        (local.set $b (local.get $query))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (loop $dimensions
          (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $a)) (v128.load8x8_s (local.get $b)))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $a)) (v128.load8x8_s offset=8 (local.get $b))))))
          (local.set $a (i32.add (local.get $a) (i32.const 16)))
          (local.set $b (i32.add (local.get $b) (i32.const 16)))
          (br_if $dimensions (i32.lt_u (local.get $b) (local.get $last))))
        (f32.store (local.get $score) (f32.mul (f32.load (local.get $row)) (f32.convert_i32_s
          (i32.add (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                   (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))))
        (local.set $row (local.get $a))
        (local.set $score (i32.add (local.get $score) (i32.const 4)))
        (br $rows)))))
